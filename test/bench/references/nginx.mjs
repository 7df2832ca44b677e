/** nginx that serves a folder as it is configured by default. usage: nginx.mjs FOLDER */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [folder] = process.argv.slice(2);
const own = join(folder, '.nginx');
mkdirSync(own, { recursive: true });
const port = await freePort();
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
  (kind) => `${kind}_temp_path ${join(own, kind)};`,
);
writeFileSync(
  join(own, 'nginx.conf'),
  // Root's workers would be another user, who may not read the folder.
  `${userInfo().username === 'root' ? 'user root;' : ''} daemon off; worker_processes auto; pid ${join(own, 'pid')}; error_log stderr;
   events { worker_connections 512; }
   http {
     access_log off; sendfile on; tcp_nopush on; ${temporary.join(' ')}
     server { listen 127.0.0.1:${port}; root ${folder}; }
   }`,
);
const nginx = spawn('nginx', ['-p', own, '-c', join(own, 'nginx.conf')], { stdio: 'inherit' });
process.once('SIGTERM', () => nginx.kill());
nginx.once('exit', (code) => process.exit(code ?? 1));
const url = `http://127.0.0.1:${port}`;
while (!(await fetch(url).catch(() => null))) await sleep(10);
console.log(`listens on ${url}`);

/** nginx doesn't choose one itself. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
