/** `latchkey/ui`: the parts that the wallet's own page is drawn with. Only in the repository: it is not published. */

export { Address } from './ui/address/Address.tsx'
export { groupAddress } from './ui/address/groupAddress.ts'
export { Button } from './ui/button/Button.tsx'
export { Field } from './ui/field/Field.tsx'
export { Icon } from './ui/icon/Icon.tsx'
export * as shapes from './ui/icon/shapes.ts'
export { adoptCss, createSheet } from './ui/stage/adoptCss.ts'
export { StageContext, type StageSurface } from './ui/stage/StageContext.tsx'
export { default as stageCss } from './ui/stage/stage.css'
export { useCss } from './ui/stage/useCss.ts'
export { type ThemeVariables, themeCss } from './ui/theme/themeCss.ts'
export { tokensCss } from './ui/theme/tokensCss.ts'
