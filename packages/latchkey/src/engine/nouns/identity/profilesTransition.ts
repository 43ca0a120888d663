import { type CaipAddress, networkIdOf } from '../../../contract/caip.ts'
import { mainnet } from '../../../contract/networks/evm.ts'
import type { KnownAccount } from '../accounts/projectState.ts'

/** Who an account is to other people, as its state says it; `profileImage` is a `blob:` URL of this page. */
export type Profile = Pick<KnownAccount, 'profileName' | 'profileImage'>

/** By CAIP-10 address. */
export type Profiles = Readonly<Record<string, Profile>>

export type ProfileEvent =
  | { readonly type: 'known'; readonly caip10: CaipAddress; readonly profile: Profile }
  | { readonly type: 'failed'; readonly caip10: CaipAddress }

/**
 * What is known of accounts after a look-up. One that failed clears the name, and the image except on chain 1 (SPEC §7
 * "Handling of answers").
 */
export function profilesTransition(state: Profiles, event: ProfileEvent): Profiles {
  const { [event.caip10]: before, ...others } = state
  const profileImage = networkIdOf(event.caip10) === mainnet.caipNetworkId ? before?.profileImage : undefined
  const profile = event.type === 'known' ? event.profile : profileImage === undefined ? {} : { profileImage }
  const isSame = before?.profileName === profile.profileName && before?.profileImage === profile.profileImage
  return isSame ? state : { ...others, [event.caip10]: profile }
}
