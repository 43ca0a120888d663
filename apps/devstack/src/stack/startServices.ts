import { rmSync } from 'node:fs'
import { startServer } from '@latchkey/server'
import { type DemandName, demandNetworks } from '../chains/devNetworks.ts'
import type { Chain } from '../chains/startChain.ts'
import { nameVariables } from '../ens/nameVariables.ts'
import { pointGateway } from '../ens/setUpEns.ts'
import type { Listening } from '../http/serveApp.ts'
import type { Solana } from '../solana/startSolana.ts'
import { chainVariables } from './chainVariables.ts'
import { walletOrigin } from './locateDevstack.ts'

/**
 * Starts the services as a developer needs them: the project `latchkey-dev`, the local chains behind the RPC proxy, and
 * the gateway to which the chains' names lead.
 * @throws Error with one clear line.
 */
export async function startServices(options: {
  port: number
  host: string
  dataFolder: string
  fresh: boolean
  chains: readonly Chain[]
  solana?: Pick<Solana, 'caipNetworkId' | 'url'> | undefined
  /** The ports of the chains that start on demand. A request to one that does not run fails, as for any node that is down. */
  demand?: readonly (readonly [DemandName, number])[] | undefined
  /** Where mail is handed in; without it none is sent. */
  smtpUrl?: string | undefined
  /** The built page of the wallet's origin and its port; without it there is no wallet of ours. */
  frame?: { readonly folder: string; readonly port: number } | undefined
  /** Of whom visitors log in with. */
  variables?: Readonly<Record<string, string>> | undefined
}): Promise<Listening> {
  const { port, host, dataFolder, fresh, chains, solana, demand = [], smtpUrl, frame, variables } = options
  if (fresh) rmSync(dataFolder, { recursive: true, force: true })
  const upstreams = {
    ...Object.fromEntries(chains.map(chain => [`eip155:${chain.chainId}`, [chain.url]])),
    ...Object.fromEntries(
      demand.map(([name, at]) => [demandNetworks[name].caipNetworkId, [`http://127.0.0.1:${at}`]]),
    ),
    ...(solana && { [solana.caipNetworkId]: [solana.url] }),
  }
  const server = await startServer({
    port,
    host,
    dataFolder,
    env: {
      LATCHKEY_DEV: '1',
      RPC_UPSTREAMS: JSON.stringify(upstreams),
      LOG_LEVEL: 'warn',
      // Every tab, every reload and every test of this machine comes from one address.
      RELAY_HANDSHAKES_PER_MINUTE: '6000',
      RELAY_HANDSHAKES_BURST: '1000',
      RELAY_HANDSHAKES_PER_MINUTE_OF_CLIENT: '600',
      EMAIL_ADDRESSES_PER_HOUR: '100000',
      ...(smtpUrl !== undefined && {
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'Latchkey development <noreply@latchkey.localhost>',
      }),
      ...(frame !== undefined && {
        FRAME_PORT: String(frame.port),
        FRAME_FOLDER: frame.folder,
        FRAME_ORIGIN: walletOrigin(frame.port),
      }),
      ...variables,
      ...chainVariables(
        dataFolder,
        chains.map(({ chainId }) => chainId),
      ),
      ...nameVariables,
    },
  })
  try {
    // Under the name that pages of this machine use, too.
    await Promise.all(chains.map(chain => pointGateway(chain, `http://localhost:${server.port}`)))
  } catch (error) {
    await server.close()
    throw error
  }
  return { port: server.port, close: () => server.close() }
}
