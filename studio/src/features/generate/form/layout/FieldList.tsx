import { memo, useMemo, useState } from 'react';
import type { Workflow } from '../../../../api/types';
import { formWords } from '../../words';
import { CastField } from '../cast/CastField';
import { CONTROLS } from '../fields/controls';
import { CountField } from '../fields/CountField';
import { Disclosure } from '../fields/Disclosure';
import { ParamField } from '../fields/ParamField';
import { Seconds } from '../fields/Seconds';
import { SeedField } from '../fields/SeedField';
import { SizeField } from '../fields/SizeField';
import { errorStore, useFormPart } from '../form-state';
import { useStore } from '../../../../ui/external-store';
import { LorasField } from '../loras/LorasField';
import { MaskField } from '../mask/MaskField';
import { FileField } from '../media/FileField';
import { NegativeField } from '../prompt/NegativeField';
import { PromptField } from '../prompt/PromptField';
import { VaryField } from '../batch/VaryField';
import { isChanged, type Item, layoutOf, type Line, nameOfRole } from './model';
import styles from './FieldList.module.css';

interface WorkflowProps {
  readonly workflow: Workflow;
}

/** All controls of a workflow. Renders when the workflow changes; each control listens to its own value. */
export const FieldList = memo(function FieldList({ workflow }: WorkflowProps) {
  const layout = useMemo(() => layoutOf(workflow.params), [workflow.params]);
  const names = useMemo(
    () => layout.advanced.flat().flatMap((item) => ('name' in item ? item.name : [])),
    [layout],
  );
  return (
    <>
      <Lines lines={layout.main} workflow={workflow} />
      <Advanced
        names={names}
        summary={layout.summary.slice(0, MAX_NAMED).join(', ')}
        workflow={workflow}
      >
        <Lines lines={layout.advanced} workflow={workflow} />
        <VaryField workflow={workflow} />
      </Advanced>
    </>
  );
});

interface AdvancedProps extends WorkflowProps {
  readonly names: readonly string[];
  readonly summary: string;
  readonly children: React.ReactNode;
}

/** As many labels as the summary has room for. */
const MAX_NAMED = 3;

/** Folded until it is wanted, or until something in it was refused. */
function Advanced({ names, summary, workflow, children }: AdvancedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const changed = useFormPart(
    ({ values, axis }) =>
      axis !== null ||
      names.some((name) => {
        const param = workflow.params[name];
        return param !== undefined && isChanged(values[name], param);
      }),
  );
  const isRefused = useStore(
    errorStore,
    (errors) => 'axes' in errors || names.some((name) => name in errors),
  );
  // It stays open while the refused value is corrected.
  if (isRefused && !isOpen) setIsOpen(true);
  return (
    <Disclosure
      label={formWords.advanced}
      summary={lowered(summary)}
      isOpen={isOpen}
      isChanged={changed}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {children}
    </Disclosure>
  );
}

/** `Sampler, Diffusion model, VAE` → `sampler, diffusion model, VAE`. */
const lowered = (text: string): string =>
  text.replace(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

function Lines({ lines, workflow }: WorkflowProps & { readonly lines: readonly Line[] }) {
  return lines.map((line) => (
    <div key={line.map(keyOf).join(' ')} className={line.length === 2 ? styles.pair : styles.line}>
      {line.map((item) => (
        <Control key={keyOf(item)} item={item} workflow={workflow} />
      ))}
    </div>
  ));
}

const keyOf = (item: Item): string => ('name' in item ? item.name : item.kind);

function Control({ item, workflow }: WorkflowProps & { readonly item: Item }) {
  const { params } = workflow;
  if ('name' in item) return <NamedControl item={item} workflow={workflow} />;
  if (item.kind === 'cast') return <CastField />;
  if (item.kind === 'count') return <CountField />;
  if (item.kind === 'size') return <Size item={item} workflow={workflow} />;
  return params.loras && <LorasField param={params.loras} />;
}

type NamedItem = Extract<Item, { name: string }>;

function NamedControl({ item, workflow }: WorkflowProps & { readonly item: NamedItem }) {
  const { params, requirements } = workflow;
  const { kind, name } = item;
  const param = params[name];
  if (param === undefined) return null;
  const readsWeights = requirements.node_classes.includes('CLIPTextEncode');
  const field = { name, param };
  if (kind === 'prompt') return <PromptField param={param} readsWeights={readsWeights} />;
  if (kind === 'negative') return <NegativeField {...field} readsWeights={readsWeights} />;
  if (kind === 'mask') return <MaskField {...field} source={nameOfRole(params, 'image')} />;
  if (kind === 'seed') return <SeedField {...field} />;
  if (kind === 'file') return <FileField {...field} />;
  const fps = param.role === 'length' ? params.fps : undefined;
  return (
    <ParamField
      {...field}
      control={CONTROLS[kind]}
      note={fps && <Seconds length={field} fps={{ name: 'fps', param: fps }} />}
    />
  );
}

function Size({
  item,
  workflow,
}: WorkflowProps & { readonly item: Extract<Item, { kind: 'size' }> }) {
  const [width, height] = [workflow.params[item.width], workflow.params[item.height]];
  if (!width || !height) return null;
  return <SizeField names={item} width={width} height={height} sizes={workflow.sizes} />;
}
