type Props = { name: string; age?: number | null | undefined };

/** A name with the age behind it, whatever the direction of its script. */
export function PersonName({ name, age }: Props) {
  return (
    <>
      <bdi>{name}</bdi>
      {age != null && <span className="font-medium tabular">, {age}</span>}
    </>
  );
}
