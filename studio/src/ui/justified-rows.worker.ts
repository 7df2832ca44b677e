import { justify, type JustifyInput } from './justified-rows';

interface WorkerScope {
  onmessage: ((event: MessageEvent<{ id: number; input: JustifyInput }>) => void) | null;
  postMessage: (message: unknown, transfer: Transferable[]) => void;
}

const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data: { id, input } }) => {
  const rows = justify(input);
  const { firsts, tops, heights, sectionRows, sectionTops } = rows;
  const buffers = [firsts, tops, heights, sectionRows, sectionTops].map(({ buffer }) => buffer);
  scope.postMessage({ id, rows }, buffers as ArrayBuffer[]);
};
