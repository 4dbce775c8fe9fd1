import { DISTANCE_STEPS_KM, MAX_DISTANCE_KM, STEP } from '@herenow/contract/constants';
import { Bike, Car, Footprints, Rocket } from 'lucide-react';
import { useDraft } from '../../../lib/form-drafts.ts';
import { useMe } from '../../../lib/session.ts';
import { StepSlider } from '../../../ui/slider.tsx';
import { ReachScene } from '../components/reach-scene.tsx';
import { SetupStep } from '../components/setup-step.tsx';
import { distanceHint, type DistanceHint } from '../distance-hint.ts';
import { words } from '../words.ts';

const DEFAULT_KM = 10;
const icons = { walking: Footprints, bike: Bike, car: Car, other: Rocket } satisfies Record<
  DistanceHint,
  unknown
>;

export default function DistanceSetupScreen() {
  const me = useMe();
  const draft = `distance:${me.id}`;
  const { fields, change } = useDraft(draft, { km: me.preferences.maxDistanceKm ?? DEFAULT_KM });
  const { km } = fields;
  const hint = distanceHint(km);
  const Icon = icons[hint];
  return (
    <SetupStep
      step={STEP.distance}
      title={words.distance.title}
      text={words.distance.text}
      draft={draft}
      values={() => ({ preferences: { maxDistanceKm: km } })}
    >
      <ReachScene step={DISTANCE_STEPS_KM.findIndex((step) => step >= km)}>
        <p role="status">
          <Icon aria-hidden className="size-5 text-signal" />
          {words.distance[hint]}
        </p>
      </ReachScene>
      <StepSlider
        label={words.distance.label}
        steps={DISTANCE_STEPS_KM}
        value={km}
        onChange={(next) => change({ km: next })}
        format={(value) => words.distance.km(value, value === MAX_DISTANCE_KM)}
      />
    </SetupStep>
  );
}
