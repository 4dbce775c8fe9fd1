/**
 * Runs a command of an operator and prints what it returns. A command that does not understand its arguments answers
 * undefined; what a person can mend is told as a sentence.
 */
export async function runCommand(
  usage: string,
  command: (args: string[]) => Promise<string> | undefined,
): Promise<void> {
  try {
    const answer = command(process.argv.slice(2));
    if (answer) process.stdout.write(`${await answer}\n`);
    else process.stderr.write(usage);
    process.exitCode = answer ? 0 : 2;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'StartError')) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
