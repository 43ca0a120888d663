// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {DevPlainToken} from "./DevPlainToken.sol";

/// An ERC-20 of the local chains whose allowances and transfers may be signed instead of sent (EIP-2612, EIP-3009), with the
/// functions of USDC: by accounts that are contracts as well.
contract DevToken is DevPlainToken, ERC20Permit, ERC3009 {
    /// Of the domain that is signed for; its name is the token's, which so has at most 31 bytes.
    string public constant version = "1";

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address minter_,
        address[] memory holders,
        uint256 amountEach
    ) DevPlainToken(name_, symbol_, decimals_, minter_, holders, amountEach) ERC20Permit(name_) {}

    function decimals() public view override(ERC20, DevPlainToken) returns (uint8) {
        return DevPlainToken.decimals();
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        bytes32 terms = keccak256(
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
        );
        vouched(from, terms, signature);
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        if (to != msg.sender) revert ERC20InvalidReceiver(to);
        bytes32 terms = keccak256(
            abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
        );
        vouched(from, terms, signature);
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
        vouched(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        _cancelAuthorization(authorizer, nonce);
    }

    function vouched(address signer, bytes32 terms, bytes calldata signature) private view {
        if (!SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(terms), signature)) {
            revert ERC3009InvalidSignature();
        }
    }
}
