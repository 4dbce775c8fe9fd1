import { useState } from 'react';
import { CheckboxField } from '../ui/checkbox-field.tsx';
import { ChipGroup } from '../ui/chip-group.tsx';
import { CodeInput } from '../ui/code-input.tsx';
import { EmailField } from '../ui/email-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { RadioRow } from '../ui/radio-row.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { StepSlider } from '../ui/slider.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Section } from './ui-gallery-people.tsx';

const ideas = [
  'Walk a dog',
  'Jazz night',
  'Coffee',
  'Picnic',
  'Karaoke night',
  'Bookstore browsing',
] as const;

export function GalleryFields() {
  const [code, setCode] = useState('12');
  const [distance, setDistance] = useState(15);
  const [on, setOn] = useState(true);
  const [chosen, setChosen] = useState<(typeof ideas)[number][]>(['Jazz night', 'Coffee']);
  return (
    <Section title="Fields">
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <TextField label="Name" placeholder="Nickname or your real one" />
        <EmailField label="Email" defaultValue="ada@" error="Please enter a valid email address" />
        <PasswordField label="Password" defaultValue="correct horse" autoComplete="current-password" />
        <SelectField
          label="Pronouns"
          placeholder="Choose"
          defaultValue=""
          options={['She/Her', 'He/Him', 'They/Them']}
        />
        <DateField label="Date of birth" hint="We will only show your age, not full birthday!" />
        <TextField label="Switched off" disabled defaultValue="Cannot be changed" />
        <CodeInput label="Code" value={code} onChange={setCode} />
        <CodeInput label="Code" value={code} onChange={setCode} error="Please enter all 6 digits" />
        <StepSlider
          label="Distance"
          steps={[1, 2, 3, 5, 10, 15, 20, 30, 40, 50]}
          value={distance}
          onChange={setDistance}
          format={(km) => `${km}km${km === 50 ? '+' : ''}`}
        />
        <div>
          <CheckboxField label="I accept the terms" />
          <CheckboxField label="I am open to anything" defaultChecked />
          <CheckboxField label="Needed" error="Please tick this" />
          <CheckboxField label="Switched off" disabled />
          <SwitchRow label="New messages" hint="On this device" checked={on} onCheckedChange={setOn} />
          <SwitchRow label="News" disabled />
          <SwitchRow label="Pins" disabled defaultChecked />
          <RadioRow label="Spam or fake account" name="reason" defaultChecked />
          <RadioRow label="Underage user" name="reason" />
        </div>
      </div>
      <ChipGroup label="Date ideas" options={ideas} selected={chosen} onChange={setChosen} max={3} />
      <ChipGroup label="Switched off" options={ideas} selected={chosen} onChange={setChosen} disabled />
      <ChipGroup
        label="Side by side"
        options={ideas.slice(1, 4)}
        selected={chosen}
        onChange={setChosen}
        equal
      />
    </Section>
  );
}
