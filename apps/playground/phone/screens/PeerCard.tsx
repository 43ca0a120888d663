import { useState } from 'react'
import type { Peer } from '../wallet/phoneState.ts'

/** A site's picture, or its first letter where there is none that can be had. */
export function PeerIcon({ peer, size }: { readonly peer: Peer; readonly size: number }) {
  const [isBroken, setBroken] = useState(false)
  if (!peer.icon || isBroken) {
    return (
      <span className="peer-letter" aria-hidden="true" data-size={size}>
        {[...(peer.name || '?')][0]?.toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className="peer-icon"
      src={peer.icon}
      alt=""
      width={size}
      height={size}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}

export declare namespace PeerCard {
  interface Props {
    readonly peer: Peer
    /** The name that a message signs in to, where it differs from where the site says it is. */
    readonly otherDomain?: string | undefined
  }
}

/** Who asks: its name and where it says it is. Nothing of it is proven, and the card says so. */
export function PeerCard({ peer, otherDomain }: PeerCard.Props) {
  return (
    <section className="peer" aria-label="Who asks">
      <PeerIcon peer={peer} size={48} />
      <div>
        <p className="peer-name">{peer.name || 'A site without a name'}</p>
        <p className="peer-origin">{peer.origin ?? 'It did not say where it is'}</p>
      </div>
      {otherDomain === undefined ? (
        <p className="flag" data-kind="warning">
          <Mark /> Not verified: nobody has checked that this is who it says. Compare it with the page you
          came from.
        </p>
      ) : (
        <p className="flag" data-kind="danger">
          <Mark /> Does not match: it says it is at {peer.origin ?? 'no address'}, and wants you to sign in to{' '}
          {otherDomain}.
        </p>
      )}
    </section>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M8 1.5 15 14H1z" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M8 6v4m0 2v.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}
