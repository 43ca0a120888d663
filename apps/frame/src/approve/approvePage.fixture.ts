/** The approval's screen in a page of its own, for the test of its gate: it counts the approvals. */

import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import type { Login } from '../login/createLogin.ts'
import { loginPlace } from '../login/loginPlace.ts'
import { readRequest } from '../provider/readRequest.ts'
import { createScreens } from '../screens/createScreens.ts'
import { screenLoaders } from '../screens/screenLoaders.ts'
import { approveHash } from './window/messages.ts'
import { mountApproveWindow } from './window/mountApproveWindow.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const agreed: string[] = []
let touches = 0
if (window.parent === window && location.hash === approveHash) mountApproveWindow(window)

const frame = {
  page: { theme: {}, dapp: { metadata: { name: 'Uniswap', url: 'https://uniswap.org' } } },
} as unknown as Frame
const login = { lock: { touch: async () => void touches++ } } as unknown as Login
oneOf(frame, loginPlace).login = Promise.resolve(login)
const screens = createScreens({ document, loaders: screenLoaders, emit: () => {}, frame: () => frame })

Object.assign(window, {
  agreed,
  touches: () => touches,
  ask(method: string, params: unknown) {
    const { request } = readRequest(method, params, {
      host: 'http://host.localhost',
      chainId: 'eip155:1',
      account,
    })
    const progress = {
      at: 'known',
      tokens: {},
      known: [],
      sent: 0,
      fee: { value: 1n, decimals: 18 },
      simulation: { at: 'works', changes: [] },
    } as const
    screens.show('APPROVE', {
      request,
      progress: () => progress,
      watch: () => () => {},
      approve: async () => agreed.push(method) > 0,
    })
  },
})
