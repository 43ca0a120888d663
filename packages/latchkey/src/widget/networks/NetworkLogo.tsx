import type { Network } from '../../contract/network.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useImage } from '../shell/useImage.ts'

export declare namespace NetworkLogo {
  interface Props {
    readonly network: Network | undefined
    /** Decides the letter; default the network's own name. */
    readonly name?: string
    /** Pixels, default 36. */
    readonly size?: number
  }
}

/** A network's own picture, else the one the services have under its image id, else its letter. */
export function NetworkLogo({ network, name = network?.name ?? '', size }: NetworkLogo.Props) {
  const { imageUrl, imageId } = network?.assets ?? {}
  const listed = useImage('networks', imageUrl === undefined ? imageId : undefined)
  return <Logo src={imageUrl ?? listed} name={name} round {...(size !== undefined && { size })} />
}
