const { createHash } = require('node:crypto');
const { join } = require('node:path');
const typescript = require('typescript');

const { config } = typescript.readConfigFile(
  join(__dirname, '..', '..', 'tsconfig.json'),
  typescript.sys.readFile,
);
const compilerOptions = { ...config.compilerOptions, noEmit: false, inlineSources: true };

/** Compiles one file without checking its types (`npm run check` does). Jest keeps the result by the file's content. */
module.exports = {
  getCacheKey: (source, file) =>
    createHash('sha256')
      .update(`${typescript.version}\0${JSON.stringify(compilerOptions)}\0${file}\0${source}`)
      .digest('hex'),
  process: (source, fileName) => {
    const { outputText, sourceMapText } = typescript.transpileModule(source, {
      compilerOptions,
      fileName,
    });
    return { code: outputText, map: sourceMapText };
  },
};
