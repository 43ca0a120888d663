/** `latchkey/ui`: the components of the wallet's own page. Only in the repository: it is not published. */

export { Address } from './ui/address/Address.tsx'
export { ComparedAddress } from './ui/address/ComparedAddress.tsx'
export { Button } from './ui/button/Button.tsx'
export { CopyButton } from './ui/copy/CopyButton.tsx'
export { Field } from './ui/field/Field.tsx'
export { Icon } from './ui/icon/Icon.tsx'
/** The path data of the icons, by name. */
export * as shapes from './ui/icon/shapes.ts'
export { List } from './ui/list/List.tsx'
export { Row } from './ui/list/Row.tsx'
export { QrCode } from './ui/qr/QrCode.tsx'
export { Spinner } from './ui/spinner/Spinner.tsx'
export { adoptCss, createSheet } from './ui/stage/adoptCss.ts'
export { StageContext, type StageSurface } from './ui/stage/StageContext.tsx'
/** The stylesheet of the stage, as text. */
export { default as stageCss } from './ui/stage/stage.css'
export { useCss } from './ui/stage/useCss.ts'
export { Tag } from './ui/tag/Tag.tsx'
export { type ThemeVariables, themeCss } from './ui/theme/themeCss.ts'
export { tokensCss } from './ui/theme/tokensCss.ts'
