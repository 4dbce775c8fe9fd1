import { DISTANCE_STEPS_KM, MAX_DISTANCE_KM, STEP } from '@herenow/contract/constants';
import { Bike, Car, Footprints, Rocket } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../../lib/api.ts';
import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts.ts';
import { useFromSettings } from '../../../lib/from-settings.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { distanceHint, type DistanceHint } from '../distance-hint.ts';
import { saveMe } from '../own.ts';
import { words } from '../words.ts';

const DEFAULT_KM = 10;
const icons = { walking: Footprints, bike: Bike, car: Car, other: Rocket } satisfies Record<
  DistanceHint,
  unknown
>;

export function DistanceSetupScreen() {
  const me = useMe();
  const navigate = useNavigate();
  const fromSettings = useFromSettings();
  const draft = `distance:${me.id}`;
  const [km, setKm] = useState(
    () => readDraft<{ km: number }>(draft).km ?? me.preferences.maxDistanceKm ?? DEFAULT_KM,
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const hint = distanceHint(km);
  const Icon = icons[hint];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await saveMe({
        preferences: { maxDistanceKm: km },
        registrationStep: Math.max(me.registrationStep, STEP.distance),
      });
      clearDraft(draft);
      await navigate(fromSettings ? '/settings' : '/photo-setup');
    } catch (error) {
      setProblem(errorText(error, words.saveFailed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <SetupScreen
      title={words.distance.title}
      text={words.distance.text}
      progress={fromSettings ? undefined : { step: 4, of: 6 }}
      onBack={() => void navigate(fromSettings ? '/settings' : '/preferences-setup')}
      onSubmit={(event) => void save(event)}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <Button type="submit" block busy={busy} busyText={words.saving}>
            {words.next}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-3 rounded-card bg-sunken px-5 py-10">
        <Icon aria-hidden="true" className="size-14 text-signal" strokeWidth={1.6} />
        <p role="status" className="text-title font-semibold">
          {words.distance[hint]}
        </p>
      </div>
      <Slider
        label={words.distance.label}
        steps={DISTANCE_STEPS_KM}
        value={km}
        onChange={(next) => {
          setKm(next);
          writeDraft(draft, { km: next });
        }}
        format={(value) => words.distance.km(value, value === MAX_DISTANCE_KM)}
      />
    </SetupScreen>
  );
}
