/** The words of one's own card in the sheet, which load with it. */
export const words = {
  now: 'What people near you see',
  then: 'What people near you will see',
  until: (time: string) => `until ${time}`,
} as const;
