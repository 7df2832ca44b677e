import { duration } from '../../ui/format';

export const topBarWords = {
  search: 'Search or command',
  idle: 'Nothing running',
  waiting: (count: number) => `${count} waiting`,
  running: (running: number, all: number) =>
    running === all ? `${running} running` : `${running} of ${all} running`,
  away: 'node away',
  left: (seconds: number) => duration(seconds),
  openJobs: (text: string) => `${text}. Open the jobs`,
} as const;
