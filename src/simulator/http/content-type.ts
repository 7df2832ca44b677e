const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  wav: 'audio/x-wav',
  mp3: 'audio/mpeg',
  flac: 'audio/x-flac',
  ogg: 'audio/ogg',
  opus: 'audio/opus',
  txt: 'text/plain',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  xml: 'text/xml',
  glb: 'model/gltf-binary',
};

const ACTIVE = new Set(['text/html', 'text/javascript', 'text/css', 'text/xml']);

/** The type of a file by its name. */
export function contentTypeOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return (
    (dot > 0 ? TYPES[filename.slice(dot + 1).toLowerCase()] : undefined) ??
    'application/octet-stream'
  );
}

/** True for types that a browser would execute. */
export function isActive(type: string): boolean {
  return ACTIVE.has(type) || type.endsWith('+xml');
}
