/** Shorter names are too near to what else is set, such as HOME to HOST. */
const SHORTEST = 8;
const MOST_EDITS = 2;

/** Returns which of the names are probably others of the known ones, with those. */
export function findMistyped(names: string[], known: Set<string>): [name: string, meant: string][] {
  const long = Array.from(known).filter((one) => one.length >= SHORTEST);
  return names
    .filter((name) => !known.has(name))
    .flatMap((name): [string, string][] => {
      const meant = long.find((one) => isWithin(MOST_EDITS, name, one));
      return meant === undefined ? [] : [[name, meant]];
    });
}

/** Returns whether so many letters added, left out or replaced make one text of the other. */
function isWithin(edits: number, one: string, other: string): boolean {
  if (one === other) return true;
  if (edits === 0 || Math.abs(one.length - other.length) > edits) return false;
  let same = 0;
  while (one[same] === other[same]) same += 1;
  const [rest, more] = [one.slice(same), other.slice(same)];
  const within = (left: string, right: string) => isWithin(edits - 1, left, right);
  return within(rest.slice(1), more.slice(1)) || within(rest.slice(1), more) || within(rest, more.slice(1));
}
