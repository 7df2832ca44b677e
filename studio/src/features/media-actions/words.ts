export const mediaActionWords = {
  deleted: (name: string) => `“${name}” is in the trash`,
  deletedForGood: (name: string) => `“${name}” is deleted`,
  restored: (name: string) => `“${name}” is out of the trash`,
} as const;
