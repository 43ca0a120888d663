// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {PaymasterSigner} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/// Pays for the operations that one key of the services signed, from its deposit at one entry point (ERC-4337). The data it reads
/// is `uint48 validAfter | uint48 validUntil | 65 bytes of signature`, the signature EIP-712's of a `UserOperationRequest` with
/// this contract as its domain ("LatchkeyPaymaster", "1"). The owner may change the key and take the deposit back. It reads its key
/// from its storage, so public bundlers want a stake of it (ERC-7562, STO-031), which the owner gets back after the delay.
contract LatchkeyPaymaster is PaymasterSigner, SignerECDSA, Ownable {
    IEntryPoint private immutable _entryPoint;

    constructor(IEntryPoint entryPoint_, address signer_, address owner_)
        EIP712("LatchkeyPaymaster", "1")
        SignerECDSA(signer_)
        Ownable(owner_)
    {
        _entryPoint = entryPoint_;
    }

    /// OpenZeppelin's default is a later one.
    function entryPoint() public view override returns (IEntryPoint) {
        return _entryPoint;
    }

    /// Anyone may add to the deposit.
    function deposit() external payable {
        _deposit(msg.value);
    }

    function withdraw(address payable to, uint256 value) external onlyOwner {
        _withdraw(to, value);
    }

    function addStake(uint32 unstakeDelaySec) external payable onlyOwner {
        _addStake(msg.value, unstakeDelaySec);
    }

    function unlockStake() external onlyOwner {
        _unlockStake();
    }

    function withdrawStake(address payable to) external onlyOwner {
        _withdrawStake(to);
    }

    function setSigner(address signer_) external onlyOwner {
        _setSigner(signer_);
    }
}
