// Loaded into the server before anything else. The server ends when the town does, even by a kill -9, because its
// standard input is a pipe that only the town holds open.
process.stdin
  .once('close', () => process.kill(process.pid, 'SIGTERM'))
  .on('error', () => {})
  .resume();
// Reading the pipe must not keep the server running.
(process.stdin as NodeJS.ReadStream & { unref?: () => void }).unref?.();
