import { type ReactNode, useState } from 'react'
import { factsOf } from '../../engine/base/factsOf.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import type { Collectible } from '../../engine/nouns/nfts/nfts.ts'
import { Address } from '../../ui/address/Address.tsx'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { external, warning } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Tag } from '../../ui/tag/Tag.tsx'
import { explorerAddressUrl } from '../account/explorerAddressUrl.ts'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { explorerTokenUrl } from './explorerTokenUrl.ts'
import { formatNftAmount } from './formatNftAmount.ts'
import { isAlone } from './groupNfts.ts'
import { NftMedia } from './NftMedia.tsx'
import { nftName, shortTokenId } from './nftName.ts'
import { nftsTexts } from './nftsTexts.ts'

/** Characters of a description that are shown at once. */
const longestBeginning = 240

/** All that is known of one collectible. Its words are a stranger's: text, never a link (T67). */
export function NftDetails({ nft }: { readonly nft: Collectible }) {
  const t = useTexts(nftsTexts)
  const config = useEngineState(snapshot => snapshot.config)
  const network = findNetwork(config.networks, nft.caipNetworkId)
  const { collection, tokenId, address, standard, amount, description, spam } = nft
  const name = nftName(nft)
  const explorer = network?.blockExplorers?.default
  const explorerUrl =
    network &&
    explorer &&
    (address === undefined
      ? explorerTokenUrl(explorer.url, collection.address, tokenId)
      : explorerAddressUrl(network, address, factsOf(config, network.chainNamespace).explorer))
  return (
    <>
      <NftMedia src={nft.image} name={name} alt={t('nft.picture', { name })} whole />
      <div className="nft-head">
        <h3 className="nft-title" dir="auto">
          {name}
        </h3>
        <p className="nft-collection">
          <span dir="auto">{collection.name ?? t(isAlone(nft) ? 'nfts.alone' : 'nfts.unnamed')}</span>
          {spam ? <Tag tone="warning">{t('nfts.unverified')}</Tag> : null}
        </p>
      </div>
      {spam ? (
        <p className="nft-spam">
          <Icon shape={warning} size={18} />
          <span>{t('nft.spam')}</span>
        </p>
      ) : null}
      {description === undefined ? null : <Description text={description} />}
      <dl className="nft-facts">
        {amount === '1' ? null : <Fact name={t('nft.amount')}>{formatNftAmount(amount, config.locale)}</Fact>}
        {address === undefined ? <NumberFacts nft={nft} /> : <OwnFacts nft={nft} address={address} />}
        <Fact name={t('nft.standard')}>{standard}</Fact>
        {network ? (
          <Fact name={t('nft.network')}>
            <NetworkLogo network={network} size={20} />
            {network.name}
          </Fact>
        ) : null}
      </dl>
      {explorerUrl ? (
        <List label={t('nft.links')}>
          <Row
            id="explorer"
            name={t('nft.explorer', { explorer: explorer.name })}
            icon={<Icon shape={external} />}
            href={explorerUrl}
          />
        </List>
      ) : null}
    </>
  )
}

/** Which number of which contract it is. */
function NumberFacts({ nft: { tokenId, collection } }: { readonly nft: Collectible }) {
  const t = useTexts(nftsTexts)
  return (
    <>
      <Fact name={t('nft.tokenId')}>
        <bdi title={tokenId}>{shortTokenId(tokenId)}</bdi>
        <CopyButton
          text={tokenId}
          label={t('nft.copyTokenId')}
          copiedLabel={t('nft.tokenIdCopied')}
          failedLabel={t('nft.copyFailed')}
        />
      </Fact>
      <AddressFact
        name={t('nft.contract')}
        address={collection.address}
        label={t('nft.copyAddress')}
        copiedLabel={t('nft.addressCopied')}
      />
    </>
  )
}

/** Where a token by itself is, and its collection. */
function OwnFacts({ nft, address }: { readonly nft: Collectible; readonly address: string }) {
  const t = useTexts(nftsTexts)
  return (
    <>
      <AddressFact
        name={t('nft.address')}
        address={address}
        label={t('nft.copyOwn')}
        copiedLabel={t('nft.ownCopied')}
      />
      {isAlone(nft) ? null : (
        <AddressFact
          name={t('nft.collection')}
          address={nft.collection.address}
          label={t('nft.copyCollection')}
          copiedLabel={t('nft.collectionCopied')}
        />
      )}
    </>
  )
}

/** An address to read and to copy; the labels are those of `CopyButton`. */
function AddressFact({
  name,
  address,
  ...labels
}: {
  readonly name: string
  readonly address: string
  readonly label: string
  readonly copiedLabel: string
}) {
  const t = useTexts(nftsTexts)
  return (
    <Fact name={name}>
      <Address address={address} />
      <CopyButton text={address} {...labels} failedLabel={t('nft.copyFailed')} />
    </Fact>
  )
}

/** Untrusted text: its beginning, and the rest on demand. */
function Description({ text }: { readonly text: string }) {
  const t = useTexts(nftsTexts)
  const [all, setAll] = useState(text.length <= longestBeginning)
  return (
    <div className="nft-description">
      <p dir="auto">{all ? text : `${[...text].slice(0, longestBeginning).join('').trimEnd()}…`}</p>
      {text.length <= longestBeginning ? null : (
        <button type="button" className="nft-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'nft.less' : 'nft.more')}
        </button>
      )}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="nft-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
