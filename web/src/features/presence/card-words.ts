/** The texts of the user's own card in the sheet, which load with it. */
export const words = {
  see: 'What people near you see',
  willSee: 'What people near you will see',
  until: (time: string) => `until ${time}`,
} as const;
