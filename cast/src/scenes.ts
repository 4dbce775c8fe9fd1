import type { Random } from './random.ts';

/** Draws a background of 1080 × 1440, as the content of an SVG. */
type Scene = (random: Random) => string;

type Colours = readonly [top: string, bottom: string];
const sky = ([top, bottom]: Colours) =>
  `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient><rect width="1080" height="1440" fill="url(#sky)"/>`;
const circle = (x: number, y: number, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed()}" cy="${y.toFixed()}" r="${r.toFixed()}" fill="${fill}" opacity="${opacity}"/>`;
const box = (x: number, y: number, width: number, height: number, fill: string, round = 0) =>
  `<rect x="${x.toFixed()}" y="${y.toFixed()}" width="${width.toFixed()}" height="${height.toFixed()}" rx="${round}" fill="${fill}"/>`;
const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const hills: Scene = (random) =>
  sky(
    random.pick<Colours>([
      ['#8fd3f4', '#fef3d6'],
      ['#fbc2a4', '#fff0dc'],
    ]),
  ) +
  circle(random.between(160, 920), random.between(180, 420), 110, '#fff4c2') +
  `<path d="M0 900 Q270 ${random.whole(620, 780)} 560 880 T1080 820 V1440 H0Z" fill="#7fb685"/>` +
  `<path d="M0 1060 Q340 ${random.whole(860, 980)} 700 1040 T1080 1000 V1440 H0Z" fill="#5a9367"/>`;

const city: Scene = (random) =>
  sky(
    random.pick<Colours>([
      ['#2d3561', '#f3826f'],
      ['#364f6b', '#f9c784'],
    ]),
  ) +
  times(9, (index) => {
    const [x, top] = [index * 130 - 30, random.between(420, 860)];
    const windows = times(8, (n) =>
      random.chance(0.6)
        ? box(x + 22 + (n % 2) * 50, top + 40 + Math.floor(n / 2) * 90, 28, 44, '#ffe29a', 4)
        : '',
    );
    return box(x, top, 122, 1440 - top, random.pick(['#1f2544', '#2b3157', '#3a3f6b'])) + windows;
  });

const cafe: Scene = (random) =>
  box(0, 0, 1080, 1440, random.pick(['#c98f6b', '#8a9a7b', '#b5696a', '#5f7f8c'])) +
  box(0, 980, 1080, 460, '#5b3d2e') +
  times(3, (index) => {
    const [x, y] = [200 + index * 340, random.between(240, 380)];
    return (
      box(x - 3, 0, 6, y, '#2d221c') +
      circle(x, y + 30, 130, '#ffe6a7', 0.25) +
      circle(x, y + 30, 46, '#ffe6a7')
    );
  }) +
  times(2, (index) => box(90 + index * 640, random.between(520, 600), 240, 300, '#f4e9d8', 12));

const park: Scene = (random) =>
  sky(['#bfe6f5', '#e9f7dc']) +
  box(0, 1000, 1080, 440, '#8cc084') +
  times(5, (index) => {
    const [x, y] = [index * 250 + random.between(-40, 60), random.between(560, 720)];
    return (
      box(x - 18, y, 36, 460, '#7a5a43') +
      circle(x, y, random.between(130, 190), random.pick(['#4f9d69', '#68b684', '#e8a33d', '#d9734e']))
    );
  });

const beach: Scene = (random) =>
  sky(
    random.pick<Colours>([
      ['#5ec5e8', '#cdeffa'],
      ['#f7797d', '#fbd786'],
    ]),
  ) +
  circle(random.between(200, 880), 560, 130, '#fff1b8') +
  box(0, 700, 1080, 380, '#3d9bc4') +
  times(4, (index) =>
    box(random.between(0, 800), 760 + index * 70, random.between(160, 320), 10, '#ffffff66', 5),
  ) +
  `<path d="M0 1040 Q540 ${random.whole(960, 1030)} 1080 1060 V1440 H0Z" fill="#f2d7a0"/>`;

const books: Scene = (random) =>
  box(0, 0, 1080, 1440, '#6b4a35') +
  times(5, (shelf) => {
    const bottom = 270 + shelf * 290;
    let x = 20;
    let row = '';
    while (x < 1040) {
      const [width, height] = [random.between(34, 74), random.between(150, 235)];
      row += box(
        x,
        bottom - height,
        width - 6,
        height,
        random.pick(['#d1495b', '#edae49', '#00798c', '#30638e', '#8fb996', '#f4f1de', '#6d597a']),
        3,
      );
      x += width;
    }
    return row + box(0, bottom, 1080, 26, '#4a3122');
  });

const lights: Scene = (random) =>
  sky(['#1d1e3a', '#57375d']) +
  times(70, () =>
    circle(random.between(0, 1080), random.between(0, 900), random.between(2, 6), '#fff7e0', 0.7),
  ) +
  times(3, (row) => {
    const y = 200 + row * 190;
    const cord = `<path d="M0 ${y} Q540 ${y + 170} 1080 ${y}" stroke="#ffffff55" stroke-width="5" fill="none"/>`;
    return (
      cord +
      times(9, (n) => {
        const part = (n + 0.5) / 9;
        return circle(
          part * 1080,
          y + 340 * part * (1 - part) + 14,
          20,
          random.pick(['#ffd166', '#ef8354', '#ff9fb2', '#ffe8a3']),
        );
      })
    );
  });

const wall: Scene = (random) => {
  const [back, front] = random.pick([
    ['#ffcf99', '#ff8552'],
    ['#b8d8d8', '#4f8a8b'],
    ['#e4c1f9', '#a9def9'],
    ['#fcd5ce', '#e5989b'],
    ['#d8e2a8', '#7c9a3f'],
    ['#ffe066', '#f08a4b'],
  ] as const);
  return box(0, 0, 1080, 1440, back) + circle(540, 780, random.between(430, 560), front, 0.85);
};

const SCENES: readonly Scene[] = [hills, city, cafe, park, beach, books, lights, wall, wall];

/** Returns `count` different backgrounds. `turn` cycles the kind of the first one, so that neighbours differ. */
export function scenes(count: number, random: Random, turn: number): string[] {
  const first = SCENES[(turn * 4) % SCENES.length]!;
  const others = random.shuffled(SCENES.filter((scene) => scene !== first));
  return [first, ...others].slice(0, count).map((scene) => scene(random));
}
