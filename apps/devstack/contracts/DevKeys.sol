// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// An ERC-721 collection whose metadata and pictures live on the chain: no server, no gateway.
contract DevKeys is ERC721 {
    using Strings for uint256;

    error OnlyMinter(address caller);

    address public immutable minter;
    uint256 public totalSupply;

    /// One key for each entry of `holders`, numbered from 1 in that order.
    constructor(address minter_, address[] memory holders) ERC721("Latchkey Keys", "LKEY") {
        minter = minter_;
        for (uint256 i = 0; i < holders.length; i++) _mint(holders[i], ++totalSupply);
    }

    function mint(address to) external returns (uint256 tokenId) {
        if (msg.sender != minter) revert OnlyMinter(msg.sender);
        tokenId = ++totalSupply;
        _mint(to, tokenId);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        string memory id = tokenId.toString();
        string memory hue = hueOf(tokenId).toString();
        bytes memory json = abi.encodePacked(
            '{"name":"Key #', id,
            '","description":"A key cut on the local chain. It opens nothing, and it is all yours."',
            ',"image":"data:image/svg+xml;base64,', Base64.encode(picture(hue, id)),
            '","attributes":[{"trait_type":"Hue","value":', hue,
            '},{"trait_type":"Teeth","value":', (2 + (tokenId % 3)).toString(), '}]}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    /// The golden angle keeps neighbours apart on the colour wheel.
    function hueOf(uint256 tokenId) private pure returns (uint256) {
        return (tokenId * 137) % 360;
    }

    function picture(string memory hue, string memory id) private pure returns (bytes memory) {
        return abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">'
            '<rect width="240" height="240" fill="hsl(', hue, ' 65% 92%)"/>'
            '<g fill="none" stroke="hsl(', hue, ' 60% 38%)" stroke-width="16" stroke-linecap="round">'
            '<circle cx="84" cy="120" r="36"/><path d="M120 120h84M172 120v30M204 120v22"/></g>'
            '<text x="120" y="216" text-anchor="middle" font-family="sans-serif" font-size="20" fill="hsl(',
            hue, ' 60% 30%)">#', id, '</text></svg>'
        );
    }
}
