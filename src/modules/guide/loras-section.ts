import { type GuideFacts, onlineNodesFor } from './guide-facts';
import { SAFE_FILE_NAME } from './replacement-checkpoint';

/** How to send LoRAs, with the name of an available one as the example. */
export function lorasSection({ workflows, nodes }: GuideFacts): string {
  const takers = workflows.filter(({ supports_lora }) => supports_lora);
  if (takers.length === 0) return '\nNone of your workflows takes LoRAs.\n';
  const names = takers
    .filter((workflow) => onlineNodesFor(workflow, nodes).length > 0)
    .flatMap(({ params }) => params['loras']?.choices ?? [])
    .map(String);
  const name = names.find((one) => SAFE_FILE_NAME.test(one)) ?? '<a name of that list>';
  const loras = JSON.stringify([{ name, strength: 0.8 }]).replace(/(?<=")([:,])(?=["\d])/g, '$1 ');
  return `
LoRAs: \`"workflow_params": {"loras": ${loras}}\`. \`GET /api/loras\` lists them with \`base_model\`
and \`triggers\`: take one made for your model.
`;
}
