import '../../../styles/prose.css';
import { PageHeader } from '../../../ui/page-header.tsx';
import type { Reading } from '../reading.ts';
import { useBack } from '../use-back.ts';

export function ReadingPage({ reading }: { reading: Reading }) {
  const back = useBack();
  return (
    <>
      <PageHeader title={reading.title} onBack={back} />
      <main className="prose mx-auto w-full max-w-2xl px-5 pt-4 pb-16">
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
      </main>
    </>
  );
}
