/** The metadata of a key as a `data:` URI with its picture, as the collectibles of the EVM chains carry theirs. */
export function nftUri(name: string, color: string): string {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${color}" d="M0 0h24v24H0z"/><circle cx="8" cy="12" r="4" fill="none" stroke="#fff" stroke-width="2"/><path stroke="#fff" stroke-width="2" d="M12 12h9v4"/></svg>`
  const json = JSON.stringify({
    name,
    description: 'A key of the local chain.',
    image: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`,
  })
  return `data:application/json;base64,${Buffer.from(json).toString('base64')}`
}
