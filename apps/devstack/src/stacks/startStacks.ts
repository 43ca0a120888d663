import { mkdirSync } from 'node:fs'
import type { RunningDemandChain, StartDemandChain } from '../demand/demandChain.ts'
import { installDemand } from '../demand/installDemand.ts'
import { serveApp } from '../http/serveApp.ts'
import { createStacksApi } from './createStacksApi.ts'
import { devStacksAccounts, devStacksBalance } from './devStacksAccounts.ts'
import { startVm } from './startVm.ts'

/**
 * Starts Ginkgo, the local Stacks chain: the official Clarity VM in a process of its own, behind a facade of ours that checks signatures,
 * nonces and fees. The accounts of the simulated wallet are funded; nothing outlives the process.
 * @throws ChainUnavailable when its packages are not to be had.
 */
export const startStacks: StartDemandChain = async options => {
  const { port, host = '127.0.0.1', dataFolder, signal } = options
  const packages = await installDemand('stacks', signal)
  mkdirSync(dataFolder, { recursive: true })
  const vm = await startVm({ packages, folder: dataFolder, signal })
  try {
    for (const account of devStacksAccounts) await vm.mint(account, devStacksBalance)
    const listening = await serveApp(createStacksApi(vm), { port, host })
    const running: RunningDemandChain = {
      port: listening.port,
      exited: vm.exited,
      async stop() {
        await listening.close()
        await vm.stop()
      },
    }
    return running
  } catch (error) {
    await vm.stop()
    throw error
  }
}
