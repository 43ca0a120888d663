import type { Hono } from 'hono'
import {
  getSmartAccounts,
  postHostPaymaster,
  postPaymaster,
  type RpcAnswer,
  type RpcCall,
} from 'latchkey/services'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import type { AppTypes } from '../../core/http/appTypes.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { SmartNetwork } from '../../data/operations/createSmartNetworks.ts'
import type { PaymasterOutcome } from './callFault.ts'
import type { Paymaster } from './createPaymaster.ts'

/** Further requests that one to a paymaster counts as: it reads the chain, or another server. */
const extraCost = 9

/** Puts the networks of smart accounts and their paymasters on the app, for pages of the project and the wallet's own. */
export function mountPaymaster(
  app: Hono<AppTypes>,
  ctx: ServicesContext & {
    readonly listNetworks: () => Promise<readonly SmartNetwork[]>
    readonly paymaster: Paymaster
    /** Ids of the projects that may ask for permissions. */
    readonly permissionProjects: ReadonlySet<string>
    readonly askHost: (url: string, call: RpcCall) => Promise<PaymasterOutcome>
  },
): void {
  const { gate, listNetworks, paymaster, permissionProjects, askHost } = ctx
  const options = { ...ctx, rules: { audience: 'project', isForWallet: true } } as const

  mountProjectRoute(app, getSmartAccounts, options, async (_, project) => ({
    networks: (await listNetworks()).map(({ permissions, ...network }) => {
      const sponsor = paymaster.sponsorOf(project.id, network.chainId)
      const isOn = permissions && permissionProjects.has(project.id)
      return { ...network, ...(isOn && { permissions: 'unaudited' as const }), ...(sponsor && { sponsor }) }
    }),
  }))
  const pages = { ...ctx, rules: { audience: 'pages', isForWallet: true } } as const
  mountProjectRoute(app, postPaymaster, pages, async ({ body }, project, c) => {
    await gate.charge(c, project, extraCost, pages.rules)
    return toAnswer(body, await paymaster.call(project.id, body))
  })
  mountProjectRoute(app, postHostPaymaster, pages, async ({ body: { url, call } }, project, c) => {
    await gate.charge(c, project, extraCost, pages.rules)
    return toAnswer(call, await askHost(url, call))
  })
}

function toAnswer({ id = null }: RpcCall, outcome: PaymasterOutcome): RpcAnswer {
  return { jsonrpc: '2.0', id, ...outcome }
}
