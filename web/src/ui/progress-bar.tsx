/** Shows the progress of the setup. */
export function ProgressBar({ step, of }: { step: number; of: number }) {
  const text = `${step} / ${of}`;
  const percent = Math.round((step / of) * 10_000) / 100;
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label="Setup progress"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
        className="h-1.5 flex-1 overflow-hidden rounded-chip bg-line"
      >
        <div
          className="h-full rounded-chip bg-signal transition-[width] duration-240 ease-out"
          style={{ width: `${percent}%` }}
        />
      </div>
      <span aria-hidden className="text-caption font-semibold text-soft tabular">
        {text}
      </span>
    </div>
  );
}
