import { rmSync } from 'node:fs'
import { buildHosts } from './buildHosts.ts'
import { serveHosts } from './serveHosts.ts'
import { stackVariable } from './stack.ts'
import { startStack } from './startStack.ts'

/** Starts the local stack and the host pages, once for all tests. The answer ends them again. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const built = buildHosts()
  built.catch(() => undefined)
  const stack = await startStack()
  async function stop(): Promise<void> {
    await stack.stop()
    rmSync(stack.data, { recursive: true, force: true })
  }
  try {
    const hosts = await serveHosts({ built: await built, networks: stack.description.chains })
    process.env[stackVariable] = JSON.stringify({ ...stack.description, shop: stack.url, hosts: hosts.url })
    return async () => {
      await hosts.close()
      await stop()
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}
