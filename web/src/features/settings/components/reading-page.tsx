import '../../../styles/prose.css';
import { SubPage } from '../../../ui/sub-page.tsx';
import type { Reading } from '../reading.ts';
import { useBack } from '../use-back.ts';

export function ReadingPage({ reading }: { reading: Reading }) {
  const back = useBack();
  return (
    <SubPage title={reading.title} onBack={back} className="prose">
      <p>{reading.opening}</p>
      {reading.parts.map(({ title, text, points }) => (
        <section key={title}>
          <h2>{title}</h2>
          {text?.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {points && (
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </SubPage>
  );
}
