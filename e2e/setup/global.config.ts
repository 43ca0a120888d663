import { buildHosts } from './buildHosts.ts'
import { serveHosts } from './serveHosts.ts'
import { stackVariable } from './stack.ts'
import { startStack } from './startStack.ts'

/** Starts the local stack and the host pages, once for all tests. The answer ends them again. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const built = buildHosts()
  built.catch(() => undefined)
  const stack = await startStack()
  try {
    const hosts = await serveHosts({
      built: await built,
      networks: stack.description.chains,
      solana: stack.description.solana.network,
    })
    const { description, data, pid, url: shop } = stack
    process.env[stackVariable] = JSON.stringify({ ...description, data, pid, shop, hosts: hosts.url })
    return async () => {
      await hosts.close()
      await stack.stop()
    }
  } catch (cause) {
    await stack.stop()
    throw cause
  }
}
