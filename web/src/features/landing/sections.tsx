import { buttonClass } from '../../ui/button.tsx';
import { ChatScene, HexCells, PinScene, QuietScene, ReadyScene } from './scene-drawings.tsx';
import { words } from './words.ts';

export function Different() {
  const { title, points } = words.different;
  return (
    <section className="mx-auto grid w-full max-w-6xl gap-10 gutter py-20 lg:grid-cols-[5fr_6fr] lg:gap-20 lg:py-32">
      <h2 className="section-title lg:sticky lg:top-16 lg:self-start">{title}</h2>
      <ol className="flex flex-col">
        {points.map((point) => (
          <li key={point.title} className="reveal border-t border-line py-7 last:border-b">
            <h3 className="text-heading">{point.title}</h3>
            <p className="mt-2 max-w-[46ch] text-lead text-soft">{point.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function HowItWorks() {
  const { title, steps } = words.how;
  const scenes = [<ReadyScene key="ready" />, <PinScene key="pin" />, <ChatScene key="chat" />];
  return (
    <section className="bg-sunken">
      <div className="mx-auto w-full max-w-6xl gutter py-20 lg:py-32">
        <h2 className="section-title">{title}</h2>
        <ol className="route mt-12 grid grid-cols-[minmax(0,1fr)] gap-14 lg:mt-16 lg:grid-cols-3 lg:gap-8">
          {steps.map((step, at) => (
            <li key={step.title} className="route-stop">
              <span aria-hidden className="route-number">
                {at + 1}
              </span>
              <div inert aria-hidden className="scene">
                {scenes[at]}
              </div>
              <h3 className="mt-6 text-heading">{step.title}</h3>
              <p className="mt-2 max-w-[34ch] text-body text-soft">{step.text}</p>
            </li>
          ))}
        </ol>
        <a href="/register" className={`${buttonClass()} mt-14`}>
          <span className="px-4">{words.startPinning}</span>
        </a>
      </div>
    </section>
  );
}

export function QuietDrop() {
  const { title, text } = words.quiet;
  return (
    <section className="mx-auto w-full max-w-6xl gutter py-20 lg:py-32">
      <div className="night quiet-card grid items-center overflow-hidden rounded-card bg-raised text-ink lg:grid-cols-2">
        <div className="p-7 pt-10 lg:p-16">
          <h2 className="section-title">{title}</h2>
          <p className="mt-5 max-w-[40ch] text-lead text-soft">{text}</p>
        </div>
        <QuietScene />
      </div>
    </section>
  );
}

export function Privacy() {
  const { title, points } = words.privacy;
  return (
    <section className="mx-auto grid w-full max-w-6xl items-center gap-10 gutter pb-20 lg:grid-cols-[6fr_5fr] lg:gap-20 lg:pb-32">
      <HexCells />
      <div className="lg:order-first">
        <h2 className="section-title">{title}</h2>
        <ul className="mt-8 flex flex-col gap-5">
          {points.map((point, at) => (
            <li
              key={point}
              className={at === 0 ? 'max-w-[44ch] text-lead' : 'max-w-[50ch] text-body text-soft'}
            >
              {point}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
