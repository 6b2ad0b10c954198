typedef int CImageCodecs_placeholder;
