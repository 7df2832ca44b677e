import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { Plain } from '../../../platform/plain';
import { DEFAULT_TEMPLATE } from '../config/training-settings';
import type { TemplatesResponse } from '../dto/template.response';
import { type TemplateFile, TemplateFilesStore } from './template-files.store';
import { InvalidTemplate, parseTemplate, type TrainingTemplate } from './training-template';

/** Templates, read from their files at each call. */
@Injectable()
export class TrainingTemplatesService {
  constructor(private readonly files: TemplateFilesStore) {}

  /** All that can be used, by name, and what is wrong with the others. */
  async list(): Promise<Plain<TemplatesResponse>> {
    const files = await this.files.read();
    const parsed = files.map((file) => ({ file, template: templateOf(file) }));
    return {
      items: parsed.flatMap(({ file, template }) =>
        template instanceof InvalidTemplate ? [] : [toItem(template, file.isBuiltin)],
      ),
      problems: parsed.flatMap(({ file, template }) =>
        template instanceof InvalidTemplate ? [{ name: file.name, message: template.message }] : [],
      ),
      next_cursor: null,
    };
  }

  /**
   * The template that a request's `base_config` names.
   * @param loc where that is
   * @throws ValidationFailed
   */
  async named(name = DEFAULT_TEMPLATE, loc = IN_BODY): Promise<TrainingTemplate> {
    const files = await this.files.read();
    const file = files.find((one) => one.name === name);
    if (!file) {
      const usable = files.filter((one) => !(templateOf(one) instanceof InvalidTemplate));
      const names = usable.map((one) => one.name).join(', ');
      throw ValidationFailed.at(loc, `There is no such template. Send one of: ${names}.`);
    }
    const template = templateOf(file);
    if (template instanceof InvalidTemplate)
      throw ValidationFailed.at(
        loc,
        `The file of this template can't be used: ${template.message}.`,
      );
    return template;
  }
}

const IN_BODY: readonly string[] = ['body', 'base_config'];

function templateOf({ name, text }: TemplateFile): TrainingTemplate | InvalidTemplate {
  if (text === null) return new InvalidTemplate('the file is too large, or cannot be read');
  try {
    return parseTemplate(name, text);
  } catch (error) {
    if (error instanceof InvalidTemplate) return error;
    throw error;
  }
}

const toItem = (
  { name, arch, model_name_or_path, sets }: TrainingTemplate,
  isBuiltin: boolean,
): Plain<TemplatesResponse>['items'][number] => ({
  name,
  arch,
  model_name_or_path,
  sets: { ...sets },
  source: isBuiltin ? 'builtin' : 'training_root',
  is_default: name === DEFAULT_TEMPLATE,
});
