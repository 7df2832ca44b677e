import { type DOMAttributes, memo, type ReactNode, type Ref } from 'react';
import { boxesOf, type JustifiedRows, rowOfItem, sectionOfRow } from './justified-rows';
import styles from './JustifiedGrid.module.css';
import type { GridView } from './use-grid-scroll';

/** Place and size of a cell, in pixels. */
export interface CellBox {
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

export type RenderCell = (index: number, box: CellBox, isCursor: boolean) => ReactNode;

export interface GridSection {
  readonly key: string;
  /** What stands above it, such as the day and how many there are; `null` for nothing. */
  readonly header: ReactNode;
}

interface JustifiedGridProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly label: string;
  readonly rows: JustifiedRows;
  readonly ratios: Uint16Array;
  readonly width: number;
  /** Of the scrolled element. */
  readonly height: number;
  readonly view: GridView;
  readonly sections: readonly GridSection[];
  /** The item whose cell stays mounted, as it has the focus. */
  readonly cursor: number;
  /** Presses and keys, which bubble from the cells. */
  readonly events: DOMAttributes<HTMLDivElement>;
  /** Draws an element with `role="gridcell"`. */
  readonly renderCell: RenderCell;
}

/** Pictures in rows of equal height below the labels of their sections. Only rows in view are drawn. */
export function JustifiedGrid(props: JustifiedGridProps) {
  const { ref, label, rows, height, view, sections, cursor, events } = props;
  const drawn = rowsToDraw(rows, view, cursor);
  return (
    <div
      ref={ref}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.tops.length + sections.length}
      aria-multiselectable="true"
      className={styles.grid}
      style={{ height }}
      {...events}
    >
      {drawn.map(({ section, rows: sectionRows }) => (
        <Section key={section} {...props} section={section} drawn={sectionRows} />
      ))}
    </div>
  );
}

interface SectionProps extends JustifiedGridProps {
  readonly section: number;
  readonly drawn: readonly number[];
}

function Section({
  section,
  drawn,
  sections,
  rows,
  ratios,
  width,
  view,
  cursor,
  renderCell,
}: SectionProps) {
  const top = rows.sectionTops[section] ?? 0;
  const end = rows.sectionTops[section + 1] ?? rows.height;
  const firstRow = rows.sectionRows[section] ?? 0;
  const header = sections[section]?.header ?? null;
  return (
    <div
      role="rowgroup"
      className={styles.section}
      style={{ top: top + view.offset, height: end - top }}
    >
      {header !== null && (
        <div role="row" aria-rowindex={firstRow + section + 1} className={styles.header}>
          <span role="rowheader" className={styles.label}>
            {header}
          </span>
        </div>
      )}
      {drawn.map((row) => (
        <Row
          key={row}
          row={row}
          rowIndex={row + section + 2}
          top={(rows.tops[row] ?? 0) - top}
          rows={rows}
          ratios={ratios}
          width={width}
          cursor={cursorIn(rows, row, cursor)}
          renderCell={renderCell}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly row: number;
  readonly rowIndex: number;
  readonly top: number;
  readonly rows: JustifiedRows;
  readonly ratios: Uint16Array;
  readonly width: number;
  /** The item of this row that the cursor is on. */
  readonly cursor: number | undefined;
  readonly renderCell: RenderCell;
}

/** The cursor if it is in the row: the other rows needn't be drawn again when it moves. */
const cursorIn = (rows: JustifiedRows, row: number, cursor: number): number | undefined =>
  rowOfItem(rows, cursor) === row ? cursor : undefined;

const Row = memo(function Row(props: RowProps) {
  const { row, rowIndex, top, rows, ratios, width, cursor, renderCell } = props;
  const height = rows.heights[row] ?? 0;
  const first = rows.firsts[row] ?? 0;
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles.row} style={{ top, height }}>
      {boxesOf(rows, ratios, row, width).map((box, at) =>
        renderCell(first + at, { ...box, height }, first + at === cursor),
      )}
    </div>
  );
});

/** The rows in view and that of the cursor, by section. */
function rowsToDraw(rows: JustifiedRows, { firstRow, lastRow }: GridView, cursor: number) {
  const all = rows.tops.length;
  const drawn = new Set<number>();
  if (cursor >= 0 && all > 0) drawn.add(rowOfItem(rows, cursor));
  for (let row = firstRow; row <= Math.min(lastRow, all - 1); row += 1) drawn.add(row);
  const groups: { section: number; rows: number[] }[] = [];
  for (const row of [...drawn].sort((a, b) => a - b)) {
    const section = sectionOfRow(rows, row);
    const last = groups.at(-1);
    if (last?.section === section) last.rows.push(row);
    else groups.push({ section, rows: [row] });
  }
  return groups;
}
