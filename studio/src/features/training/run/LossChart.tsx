import { useState } from 'react';
import type { Run } from '../../../api/training-runs';
import { count } from '../../../ui/format';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { type Chart, chartOf, pointAt } from '../model';
import styles from './Run.module.css';
import { runWords } from './words';

const { loss: words } = runWords;

/** Units of the drawing, which is stretched to the room that there is. */
const WIDTH = 1000;
const HEIGHT = 200;

interface LossChartProps {
  readonly curve: Run['loss_curve'];
  readonly steps: number;
}

/** The loss by step. The pointer reads single values. */
export function LossChart({ curve, steps }: LossChartProps) {
  const chart = chartOf(curve, steps);
  return (
    <DetailsSection heading="h2" title={words.title}>
      {chart === undefined ? (
        <p className={styles.noChart}>{words.none}</p>
      ) : (
        <Line chart={chart} />
      )}
    </DetailsSection>
  );
}

function Line({ chart }: { readonly chart: Chart }) {
  const [x, setX] = useState<number>();
  const [first, last] = [chart.points[0], chart.points.at(-1)];
  const shown = x === undefined ? last : pointAt(chart, x);
  if (first === undefined || last === undefined || shown === undefined) return null;
  const label = words.chart(words.at(first.value, first.step), words.at(last.value, last.step));
  return (
    <div className={styles.chart}>
      <span className={styles.reading}>{words.at(shown.value, shown.step)}</span>
      <span className={styles.high}>{words.axis(chart.high)}</span>
      <span className={styles.low}>{words.axis(chart.low)}</span>
      <div
        className={styles.plot}
        role="img"
        aria-label={label}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          setX((clientX - left) / width);
        }}
        onPointerLeave={() => setX(undefined)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <polyline
            points={chart.points.map((point) => `${point.x * WIDTH},${point.y * HEIGHT}`).join(' ')}
          />
        </svg>
        <span
          className={styles.dot}
          style={{ left: `${shown.x * 100}%`, top: `${shown.y * 100}%` }}
        />
      </div>
      <span className={styles.first}>{count(chart.first)}</span>
      <span className={styles.last}>{count(chart.last)}</span>
    </div>
  );
}
