# The list of one system that Raspberry Pi Imager offers.
def pi(name; models; tag): {name: name, description: models, icon: "icons/cat_raspberry_pi_os.png", tags: [tag],
	matching_type: "inclusive", architecture: "armv8"};
{
	imager: {devices: [
		pi("Raspberry Pi 4"; "Model B and 400"; "pi4-64bit"),
		pi("Raspberry Pi 3"; "Models A+, B and B+"; "pi3-64bit"),
		pi("Raspberry Pi Zero 2 W"; "Zero 2 W"; "pi3-64bit")
	]},
	os_list: [{
		name: "arbitre \($version)",
		description: "Referee beside a card table",
		icon: "icons/cat_emulation_and_games.png",
		url: $url,
		extract_size: $card,
		extract_sha256: $card_sum,
		image_download_size: $size,
		image_download_sha256: $sum,
		release_date: $date,
		devices: ["pi3-64bit", "pi4-64bit"],
		architecture: "armv8",
		init_format: "none"
	}]
}
