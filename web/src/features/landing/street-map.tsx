/** Decoration behind the first screen: streets at night, with a light for each person. */
export function StreetMap() {
  const people: [number, number, number][] = [
    [880, 690, 0],
    [1130, 300, 1],
    [1010, 560, 2],
    [830, 90, 3],
    [1210, 640, 4],
    [1320, 180, 6],
  ];
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 820"
      preserveAspectRatio="xMaxYMid slice"
      className="street-map absolute inset-0 size-full"
    >
      <g fill="none" stroke="#2a2522" strokeLinecap="round">
        <g strokeWidth="16">
          <path d="M420-40C520 160 700 300 980 330s380 60 520 190" />
          <path d="M1160-40c-60 200-120 420-80 900" />
        </g>
        <g strokeWidth="7">
          <path d="M660-40c20 140 110 250 200 350s120 320 100 540" />
          <path d="M820-40c70 120 200 190 380 210s240 20 300 40" />
          <path d="M560 860c60-160 220-260 430-290s400-20 520 40" />
          <path d="M120 860c120-190 300-300 540-330 120-16 190-80 240-200" />
          <path d="M1340-40c-20 180 40 320 160 420" />
        </g>
        <g strokeWidth="3">
          <path d="M740-40c30 120 60 200 140 270M900 190c80 40 170 60 260 60M1060 330c-40 120-30 260 60 400M960 60l120 140" />
          <path d="M1120 470c120 20 240 60 320 140M780 560c100-40 200-50 320-40M640 640c60 60 100 120 120 220" />
          <path d="M1240 120c40 120 30 240-40 330M1180 640c-80 60-120 120-140 220M420 700c100 10 190 60 250 160" />
        </g>
      </g>
      {people.map(([x, y, at]) => (
        <g key={at} className="street-light" style={{ animationDelay: `${500 + at * 140}ms` }}>
          <circle cx={x} cy={y} r="22" fill="#ff5a4f" opacity="0.12" />
          <circle cx={x} cy={y} r="5" fill="#ff5a4f" />
        </g>
      ))}
    </svg>
  );
}
