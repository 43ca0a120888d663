// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

/// A wildcard resolver (ENSIP-10) whose records are kept by a gateway (EIP-3668). An answer counts only with the
/// signature of a known signer over this contract, the time until which it holds, the question and the answer.
contract EnsGatewayResolver is IExtendedResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error AnswerExpired(uint64 expires, uint256 now_);
    error UnknownSigner(address signer);
    error OnlyOwner(address caller);

    address public immutable owner;
    mapping(address signer => bool) public isSigner;
    string[] private urls;

    constructor(address owner_, address[] memory signers) {
        owner = owner_;
        for (uint256 i = 0; i < signers.length; i++) isSigner[signers[i]] = true;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyOwner(msg.sender);
        _;
    }

    function setUrls(string[] calldata newUrls) external onlyOwner {
        delete urls;
        for (uint256 i = 0; i < newUrls.length; i++) urls.push(newUrls[i]);
    }

    function setSigner(address signer, bool trusted) external onlyOwner {
        isSigner[signer] = trusted;
    }

    function gatewayUrls() external view returns (string[] memory) {
        return urls;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encodeCall(IExtendedResolver.resolve, (name, data));
        revert OffchainLookup(address(this), urls, request, this.resolveWithProof.selector, request);
    }

    /// `response` is (result, expires, signature); `request` is what `resolve` asked the gateway.
    function resolveWithProof(bytes calldata response, bytes calldata request) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) =
            abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired(expires, block.timestamp);
        bytes32 digest = keccak256(
            abi.encodePacked(hex"1900", address(this), expires, keccak256(request), keccak256(result))
        );
        address signer = ECDSA.recover(digest, signature);
        if (!isSigner[signer]) revert UnknownSigner(signer);
        return result;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IExtendedResolver).interfaceId || id == 0x01ffc9a7;
    }
}
