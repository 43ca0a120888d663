import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { publish } from './openRelay.fixture.ts'
import { newTopic, openPeer } from './relayPeer.fixture.ts'

/** fdatasync and fsync as a disk has them that is slow while one file is there, and broken while another is. */
const library = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int sync_slowly(int fd, const char *name) {
  if (access(getenv("BROKEN"), F_OK) == 0) { errno = EIO; return -1; }
  if (access(getenv("SLOW"), F_OK) == 0) usleep(500000);
  int (*sync)(int) = dlsym(RTLD_NEXT, name);
  return sync(fd);
}
int fdatasync(int fd) { return sync_slowly(fd, "fdatasync"); }
int fsync(int fd) { return sync_slowly(fd, "fsync"); }
`

it('acknowledges no sooner than fdatasync has returned, and nothing once it failed (Linux with a C compiler)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sync-'))
  const file = (name: string) => join(folder, name)
  writeFileSync(file('sync.c'), library)
  execFileSync(process.env.CC ?? 'cc', ['-shared', '-fPIC', '-o', file('sync.so'), file('sync.c'), '-ldl'])
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@latchkey/source', main], {
    env: {
      PATH: process.env.PATH ?? '',
      LD_PRELOAD: file('sync.so'),
      SLOW: file('slow'),
      BROKEN: file('broken'),
      PORT: '0',
      LATCHKEY_DEV: '1',
      DATA_FOLDER: file('data'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await new Promise<string>(resolve => {
      createInterface({ input: child.stdout }).on('line', line => {
        const said = JSON.parse(line)
        if (said.msg === 'listening') resolve(said.url)
      })
    })
    const relay = `${url.replace('http', 'ws')}/relay`
    const [dapp, wallet] = [await openPeer({ url: relay }), await openPeer({ url: relay })]
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    writeFileSync(file('slow'), '')
    for (let i = 0; i < 5; i++) {
      const started = performance.now()
      let acknowledged = false
      const published = publish(dapp, topic, `slow${i}`).then(() => {
        acknowledged = true
      })
      await vi.waitFor(() => expect(wallet.pushes).toHaveLength(i + 1), { interval: 5 })
      expect(acknowledged).toBe(false)
      await published
      expect(performance.now() - started).toBeGreaterThanOrEqual(500)
    }
    rmSync(file('slow'))
    writeFileSync(file('broken'), '')
    const refused = { code: -32_603, data: 'Internal' }
    await expect(publish(dapp, topic, 'broken')).rejects.toMatchObject(refused)
    // Never retry and hope: what the disk did with the failed write is unknown.
    rmSync(file('broken'))
    await expect(publish(dapp, topic, 'afterwards')).rejects.toMatchObject(refused)
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    for (const { ws } of [dapp, wallet]) ws.terminate()
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
