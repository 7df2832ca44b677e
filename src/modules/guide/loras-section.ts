import { type InstallFacts, runsOn } from './install-facts';
import { PLAIN_FILE } from './stand-in';

/** How to send LoRAs, by the name of one that is here. Pure. */
export function lorasSection({ workflows, nodes }: InstallFacts): string {
  const takers = workflows.filter(({ supports_lora }) => supports_lora);
  if (takers.length === 0) return '\nNone of your workflows takes LoRAs.\n';
  const names = takers
    .filter((workflow) => runsOn(workflow, nodes).length > 0)
    .flatMap(({ params }) => params['loras']?.choices ?? [])
    .map(String);
  const name = names.find((one) => PLAIN_FILE.test(one)) ?? '<a name of that list>';
  const loras = JSON.stringify([{ name, strength: 0.8 }]).replace(/(?<=")([:,])(?=["\d])/g, '$1 ');
  return `
LoRAs go there: \`"workflow_params": {"loras": ${loras}}\`. The record's \`params.loras.choices\` lists them,
\`GET /api/comfy/models/loras\` those of the default node: they are of all model families, take one made for your model.
`;
}
