import { accountViews } from './account/views.ts'
import { activityViews } from './activity/views.ts'
import { allWalletsViews } from './allwallets/views.ts'
import { connectViews } from './connect/views.ts'
import { exchangeViews } from './exchange/views.ts'
import { fundViews } from './fund/views.ts'
import { loginViews } from './login/views.ts'
import { namesViews } from './names/views.ts'
import { networksViews } from './networks/views.ts'
import { nftsViews } from './nfts/views.ts'
import { onrampViews } from './onramp/views.ts'
import { ownWalletViews } from './ownwallet/views.ts'
import { pairingViews } from './pairing/views.ts'
import { payViews } from './pay/views.ts'
import { payRequestViews } from './payrequest/views.ts'
import { profileWalletsViews } from './profilewallets/views.ts'
import { receiveViews } from './receive/views.ts'
import { sendViews } from './send/views.ts'
import { sendCallsViews } from './sendcalls/views.ts'
import type { ViewDefinition } from './shell/defineView.ts'
import { signInViews } from './signin/views.ts'
import { swapViews } from './swap/views.ts'

/** Every view the widget has; a room is added or removed by its line. */
export const views: readonly ViewDefinition[] = [
  ...connectViews,
  ...allWalletsViews,
  ...pairingViews,
  ...accountViews,
  ...profileWalletsViews,
  ...networksViews,
  ...receiveViews,
  ...fundViews,
  ...exchangeViews,
  ...sendViews,
  ...sendCallsViews,
  ...swapViews,
  ...payViews,
  ...payRequestViews,
  ...onrampViews,
  ...nftsViews,
  ...activityViews,
  ...namesViews,
  ...signInViews,
  ...loginViews,
  ...ownWalletViews,
]
