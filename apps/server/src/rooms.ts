import { coreRoom } from './core/context/coreRoom.ts'
import type { Room } from './core/context/room.ts'
import { balanceRoom } from './data/balance/balanceRoom.ts'
import { chainsRoom } from './data/chains/chainsRoom.ts'
import { configRoom } from './data/config/configRoom.ts'
import { directoryRoom } from './data/directory/directoryRoom.ts'
import { historyRoom } from './data/history/historyRoom.ts'
import { identityRoom } from './data/identity/identityRoom.ts'
import { imagesRoom } from './data/images/imagesRoom.ts'
import { indexerRoom } from './data/indexer/indexerRoom.ts'
import { namesRoom } from './data/names/namesRoom.ts'
import { permissionsRoom } from './data/permissions/permissionsRoom.ts'
import { priceRoom } from './data/price/priceRoom.ts'
import { rpcRoom } from './data/rpc/rpcRoom.ts'
import { convertRoom } from './money/convert/convertRoom.ts'
import { exchangeRoom } from './money/exchange/exchangeRoom.ts'
import { onRampRoom } from './money/onramp/onRampRoom.ts'
import { paymasterRoom } from './money/paymaster/paymasterRoom.ts'
import { paymentsRoom } from './money/payments/paymentsRoom.ts'
import { x402Room } from './money/x402/x402Room.ts'
import { analyticsRoom } from './people/analytics/analyticsRoom.ts'
import { attestationRoom } from './people/attestation/attestationRoom.ts'
import { custodyRoom } from './people/custody/custodyRoom.ts'
import { frameRoom } from './people/frame/frameRoom.ts'
import { loginRoom } from './people/login/loginRoom.ts'
import { mailRoom } from './people/mail/mailRoom.ts'
import { signInRoom } from './people/signin/signInRoom.ts'
import { socialRoom } from './people/social/socialRoom.ts'
import { projectsRoom } from './projects/projectsRoom.ts'
import { relayRoom } from './relay/relayRoom.ts'

const listed = [
  coreRoom,
  projectsRoom,
  directoryRoom,
  configRoom,
  rpcRoom,
  chainsRoom,
  priceRoom,
  indexerRoom,
  imagesRoom,
  historyRoom,
  balanceRoom,
  namesRoom,
  identityRoom,
  permissionsRoom,
  analyticsRoom,
  attestationRoom,
  mailRoom,
  signInRoom,
  custodyRoom,
  loginRoom,
  socialRoom,
  frameRoom,
  convertRoom,
  paymentsRoom,
  paymasterRoom,
  x402Room,
  onRampRoom,
  exchangeRoom,
  relayRoom,
] as const

/** What a list of rooms reads from the environment, all of it together. */
type SettingsOf<R> = (
  R extends { readonly settings?: (...read: never) => infer Own }
    ? (own: Own) => void
    : never
) extends (all: infer All) => void
  ? All
  : never

/** What the environment variables say, checked and with defaults filled in; README lists them. */
export type Settings = SettingsOf<(typeof listed)[number]>

/** Every room of the server: a new one is a folder and a line here. */
export const rooms: readonly Room<unknown, Settings>[] = listed
