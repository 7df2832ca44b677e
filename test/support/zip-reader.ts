const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** The files of a ZIP below 4 GiB by name; of compressed ones the compressed bytes. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(END_OF_DIRECTORY);
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    expect(zip.readUInt32LE(at)).toBe(DIRECTORY_ENTRY);
    const [size, local] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + name!), zip.subarray(start, start + size));
    at += 46 + name! + extra! + comment!;
  }
  return files;
}
